// Runs the plan of ../README.md with PostHog's SDK for Go.
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"time"

	"github.com/posthog/posthog-go"
)

type user struct {
	DistinctId       string                            `json:"distinct_id"`
	PersonProperties map[string]interface{}            `json:"person_properties"`
	Groups           map[string]interface{}            `json:"groups"`
	GroupProperties  map[string]map[string]interface{} `json:"group_properties"`
}

type plan struct {
	Host           string   `json:"host"`
	Token          string   `json:"token"`
	PersonalApiKey string   `json:"personal_api_key"`
	Prefix         string   `json:"prefix"`
	FlagKeys       []string `json:"flag_keys"`
	Users          []user   `json:"users"`
	PayloadFlag    string   `json:"payload_flag"`
}

type result struct {
	Remote  []map[string]interface{} `json:"remote"`
	Local   []map[string]interface{} `json:"local"`
	Payload string                   `json:"payload"`
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// callback ends the program when the SDK could not send an event.
type callback struct{}

func (callback) Success(posthog.APIMessage)              {}
func (callback) Failure(_ posthog.APIMessage, err error) { check(err) }

func newClient(p plan, config posthog.Config) posthog.Client {
	config.Endpoint = p.Host
	config.Callback = callback{}
	config.FeatureFlagRequestTimeout = time.Minute
	client, err := posthog.NewWithConfig(p.Token, config)
	check(err)
	return client
}

func captureEvents(p plan) {
	ann := p.Prefix + "-ann"
	client := newClient(p, posthog.Config{BatchSize: 40})
	check(client.Enqueue(posthog.Capture{
		DistinctId: ann,
		Event:      "sdk event",
		Timestamp:  time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC),
		Properties: posthog.NewProperties().
			Set("text", "Grüße 👋").
			Set("number", 1.5).
			Set("yes", true).
			Set("list", []interface{}{1, "two"}).
			Set("nested", map[string]interface{}{"a": 1}).
			Set("$set", map[string]interface{}{"plan": "pro"}).
			Set("$set_once", map[string]interface{}{"first": "one"}),
		Groups: posthog.NewGroups().Set("company", p.Prefix+"-acme"),
	}))
	check(client.Enqueue(posthog.Capture{DistinctId: p.Prefix + "-anonymous", Event: "anonymous event"}))
	check(client.Enqueue(posthog.Alias{DistinctId: ann, Alias: p.Prefix + "-anonymous"}))
	check(client.Enqueue(posthog.GroupIdentify{
		Type:       "company",
		Key:        p.Prefix + "-acme",
		Properties: posthog.NewProperties().Set("size", 42),
	}))
	check(client.Enqueue(posthog.Identify{
		DistinctId: ann,
		Properties: posthog.NewProperties().Set("email", "ann@example.com"),
	}))
	for n := 0; n < 100; n++ {
		check(client.Enqueue(posthog.Capture{
			DistinctId: ann,
			Event:      "sdk batch",
			Properties: posthog.NewProperties().Set("n", n),
		}))
	}
	check(client.Close())
}

func groupProperties(u user) map[string]posthog.Properties {
	properties := map[string]posthog.Properties{}
	for name, values := range u.GroupProperties {
		properties[name] = values
	}
	return properties
}

func remoteFlags(p plan) ([]map[string]interface{}, string) {
	client := newClient(p, posthog.Config{})
	remote := []map[string]interface{}{}
	for _, u := range p.Users {
		flags, err := client.GetAllFlags(posthog.FeatureFlagPayloadNoKey{
			DistinctId:       u.DistinctId,
			PersonProperties: u.PersonProperties,
			Groups:           u.Groups,
			GroupProperties:  groupProperties(u),
		})
		check(err)
		remote = append(remote, flags)
	}
	first := p.Users[0]
	payload, err := client.GetFeatureFlagPayload(posthog.FeatureFlagPayload{
		Key:              p.PayloadFlag,
		DistinctId:       first.DistinctId,
		PersonProperties: first.PersonProperties,
	})
	check(err)
	check(client.Close())
	return remote, payload
}

func localFlags(p plan) []map[string]interface{} {
	client := newClient(p, posthog.Config{PersonalApiKey: p.PersonalApiKey})
	no := false
	local := []map[string]interface{}{}
	for _, u := range p.Users {
		values := map[string]interface{}{}
		for _, key := range p.FlagKeys {
			value, err := client.GetFeatureFlag(posthog.FeatureFlagPayload{
				Key:                   key,
				DistinctId:            u.DistinctId,
				PersonProperties:      u.PersonProperties,
				Groups:                u.Groups,
				GroupProperties:       groupProperties(u),
				OnlyEvaluateLocally:   true,
				SendFeatureFlagEvents: &no,
			})
			// An error means that the SDK cannot decide this flag on its own.
			if err == nil && value != nil {
				values[key] = value
			}
		}
		local = append(local, values)
	}
	check(client.Close())
	return local
}

func main() {
	text, err := os.ReadFile(os.Args[1])
	check(err)
	var p plan
	check(json.Unmarshal(text, &p))
	captureEvents(p)
	remote, payload := remoteFlags(p)
	check(json.NewEncoder(os.Stdout).Encode(result{remote, localFlags(p), payload}))
}
