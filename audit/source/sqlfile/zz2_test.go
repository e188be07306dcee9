package sqlfile
import ("testing";"os";"time";"fmt")
func TestTime(t *testing.T){ p := os.Getenv("T"); if p=="" {t.Skip()}
 t0 := time.Now(); db,err := Database(Options{Paths: []string{p}}); fmt.Println(len(db.Tables), err, time.Since(t0)) }
