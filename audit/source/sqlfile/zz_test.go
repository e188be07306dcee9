package sqlfile
import ("testing";"os";"encoding/json";"fmt";"path/filepath"
"idemaudit/audit/sqltree")
func TestDump(t *testing.T){
 p := os.Getenv("P"); if p=="" {t.Skip()}
 st,_,err := load(Options{Paths: []string{p}})
 if err!=nil { t.Fatal(err)}
 db := st.Database()
 if os.Getenv("Q")=="" { b,_ := json.MarshalIndent(db,""," "); fmt.Println(string(b)) }
 for _,u := range st.Unread(map[string][]string{"public.t":{"t"}}) { fmt.Printf("UNREAD %s | %s | %s %v\n", u.Place, u.Reason, u.Text, u.Stores)}
 for _,n := range db.Notes { fmt.Println("NOTE", n)}
}
func TestPrefix(t *testing.T){
 g := os.Getenv("PRE"); if g=="" {t.Skip()}
 n := 60
 fmt.Sscan(os.Getenv("N"), &n)
 fs,_ := filepath.Glob(g)
 for _,f := range fs {
  b,_ := os.ReadFile(f); text := string(b)
  ps := sqltree.Split(text)
  for k := n; ; k += n {
    end := len(text)
    if k < len(ps) { end = ps[k].Offset }
    os.WriteFile(fmt.Sprintf("%s/%s_%04d.sql", os.Getenv("OUT"), filepath.Base(f), k), []byte(text[:end]), 0o644)
    if k >= len(ps) { break }
  }
 }
}
