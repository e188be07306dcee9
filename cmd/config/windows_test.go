package config

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"idemaudit/audit/span"
)

func TestVendorsInEveryForm(t *testing.T) {
	for shows, test := range map[string]struct{ written, want string }{
		"alone":                         {"stripe", "stripe"},
		"with windows":                  {"{adyen: [webhook-automatic-retry, api-idempotency-key]}", "adyen:webhook-automatic-retry,api-idempotency-key"},
		"with what a window is set to":  {"{kafka: {topic-retention: 14d}}", "kafka:topic-retention=14d"},
		"with what two are set to":      {"{kafka: {topic-retention: 2w, committed-offset-expiry: PT36H}}", "kafka:topic-retention=14d,committed-offset-expiry=1d12h"},
		"with an end that never comes":  {"{kafka: {topic-retention: unlimited}}", "kafka:topic-retention=unlimited"},
		"with a list that has a length": {"{kafka: [committed-offset-expiry, {topic-retention: 14d}]}", "kafka:committed-offset-expiry,topic-retention=14d"},
	} {
		t.Run(shows, func(t *testing.T) {
			got, err := loadText(t, "version: 1\ntargets: [{name: a, dsn: x, vendors: ["+test.written+"]}]\n")
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff([]string{test.want}, got.Targets[0].Vendors); diff != "" {
				t.Errorf("differs (-want +got):\n%s", diff)
			}
			if place := got.Where(test.want); !strings.HasPrefix(place, got.Path+":2:") {
				t.Errorf("%s is at %s", test.want, place)
			}
		})
	}
}

func TestLengthsThatAreNone(t *testing.T) {
	for written, want := range map[string]string{
		"{kafka: {topic-retention: week}}":                    `2:65: "topic-retention" is "week": write a length such as 72h or unlimited`,
		"{kafka: {topic-retention: 7d..14d}}":                 `2:65: "topic-retention": "7d..14d" is no length of time: write one such as 90s, 15m, 72h, 30d, 2w, 1d12h or P30D`,
		"{kafka: {topic-retention: [14d]}}":                   `2:65: "topic-retention" must be one value, and is a list`,
		"{kafka: {topic-retention: }}":                        `2:65: "topic-retention" is empty`,
		"{kafka: {}}":                                         "2:47: the list of windows is empty: name the vendor alone for all its windows",
		"{kafka: {Topic: 14d}}":                               "2:48: this is no id of the catalogue: write stripe for all windows of a vendor, and stripe: [cli-resend] for single ones",
		"{kafka: [{a: 1d, b: 2d}]}":                           "2:48: an entry of windows names one window, as in topic-retention: 14d",
		"{kafka: {topic-retention: 1d, topic-retention: 2d}}": `2:69: "topic-retention" is given twice: it stands on line 2 already`,
	} {
		_, err := loadText(t, "version: 1\ntargets: [{name: a, dsn: x, vendors: ["+written+"]}]\n")
		if err == nil {
			t.Errorf("%s has no problem", written)
			continue
		}
		if _, problem, _ := strings.Cut(err.Error(), FileName+":"); problem != want {
			t.Errorf("%s:\n  %s, want\n  %s", written, problem, want)
		}
	}
}

func TestOutboundTellsWhatAWindowIsSetTo(t *testing.T) {
	got, err := loadText(t, "version: 1\noutbound:\n  - {vendor: nats-jetstream, window: publish-dedup-window, set: 10m, retry_for: 5m}\n  - {vendor: a, window: b, retry_for: 1h}\n")
	if err != nil {
		t.Fatal(err)
	}
	if o := got.Outbound[0]; o.Spec() != "nats-jetstream:publish-dedup-window=10m" || o.Set.Compare(span.Of(10*time.Minute)) != 0 {
		t.Errorf("read %+v, spec %s", o, o.Spec())
	}
	if o := got.Outbound[1]; o.Spec() != "a:b" || o.Set != nil {
		t.Errorf("read %+v, spec %s", o, o.Spec())
	}
}
