package sqlfile
import ("testing";"os";"encoding/json";"fmt")
func TestDump(t *testing.T){
 p := os.Getenv("P"); if p=="" {t.Skip()}
 st,_,err := load(Options{Paths: []string{p}})
 if err!=nil { t.Fatal(err)}
 db := st.Database()
 b,_ := json.MarshalIndent(db,""," "); fmt.Println(string(b))
 for _,u := range st.Unread(map[string][]string{"public.t":{"t"}}) { fmt.Printf("UNREAD %+v\n", u)}
}
