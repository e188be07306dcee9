package report_test
import ("os";"testing";"idemaudit/report";"idemaudit/audit")
func TestTmp(t *testing.T){
 for _,w:=range []int{80,60,120}{
 if err:=report.Write(os.Stdout,"table",judge(audit.Policy{},ferrystone()),report.Options{Width:w}); err!=nil {t.Fatal(err)}
 }
 report.Write(os.Stdout,"table",judge(audit.Policy{},ferrystone()),report.Options{Width:80,Color:true,Verbose:true})
 report.Write(os.Stdout,"json",judge(audit.Policy{},ferrystone()),report.Options{Width:80,Color:true,Verbose:true})
}
