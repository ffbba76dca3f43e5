// A bot on net/http and gorilla/websocket: registers a command in guild 11, responds to it over the gateway, and prints its results.
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"time"

	"github.com/gorilla/websocket"
)

type object = map[string]any

type payload struct {
	Op   int             `json:"op"`
	Data json.RawMessage `json:"d"`
	Seq  *int            `json:"s"`
	Type string          `json:"t"`
}

type interaction struct {
	ID    string `json:"id"`
	Token string `json:"token"`
	Data  struct {
		Options []struct {
			Value float64 `json:"value"`
		} `json:"options"`
	} `json:"data"`
	Member struct {
		User struct {
			Username string `json:"username"`
		} `json:"user"`
	} `json:"member"`
}

var api, token = os.Args[1], os.Args[2]

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

// call sends a request and decodes the response into result unless result is nil.
func call(method, path string, body, result any) {
	encoded, err := json.Marshal(body)
	check(err)
	request, err := http.NewRequest(method, api+path, bytes.NewReader(encoded))
	check(err)
	request.Header.Set("Authorization", "Bot "+token)
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("User-Agent", "DiscordBot (https://example.com, 1)")
	response, err := http.DefaultClient.Do(request)
	check(err)
	defer response.Body.Close()
	if response.StatusCode >= 300 {
		text, _ := io.ReadAll(response.Body)
		log.Fatalf("%s %s: %s %s", method, path, response.Status, text)
	}
	if result != nil {
		check(json.NewDecoder(response.Body).Decode(result))
	}
}

func register() (names []string) {
	var application struct{ ID string }
	call("GET", "/applications/@me", nil, &application)
	depth := object{"type": 4, "name": "depth", "description": "How deep", "required": true}
	dive := object{"name": "dive", "description": "Goes under", "options": []object{depth}}
	var commands []struct{ Name string }
	call("PUT", "/applications/"+application.ID+"/guilds/11/commands", []object{dive}, &commands)
	for _, command := range commands {
		names = append(names, command.Name)
	}
	return names
}

// connect identifies and returns the connection and the heartbeat interval.
func connect() (*websocket.Conn, time.Duration) {
	var gateway struct{ URL string }
	call("GET", "/gateway/bot", nil, &gateway)
	connection, _, err := websocket.DefaultDialer.Dial(gateway.URL+"?v=10&encoding=json", nil)
	check(err)
	var hello payload
	check(connection.ReadJSON(&hello))
	var terms struct {
		Interval int `json:"heartbeat_interval"`
	}
	check(json.Unmarshal(hello.Data, &terms))
	properties := object{"os": "linux", "browser": "go", "device": "go"}
	check(connection.WriteJSON(object{"op": 2, "d": object{"token": token, "intents": 1, "properties": properties}}))
	return connection, time.Duration(terms.Interval) * time.Millisecond
}

func answer(used interaction) {
	content := fmt.Sprintf("%s is %v m deep.", used.Member.User.Username, used.Data.Options[0].Value)
	response := object{"type": 4, "data": object{"content": content}}
	call("POST", "/interactions/"+used.ID+"/"+used.Token+"/callback", response, nil)
}

func main() {
	names := register()
	connection, interval := connect()
	defer connection.Close()
	fmt.Println("interval", interval > 0)
	// The first heartbeat is sent immediately; the test ends before the next one is due.
	check(connection.WriteJSON(object{"op": 1, "d": nil}))
	for isAcknowledged, isAnswered := false, false; !isAcknowledged || !isAnswered; {
		var received payload
		check(connection.ReadJSON(&received))
		switch {
		case received.Op == 11:
			isAcknowledged = true
		case received.Type == "READY":
			var ready struct {
				User struct{ Username string }
			}
			check(json.Unmarshal(received.Data, &ready))
			line, err := json.Marshal(object{"user": ready.User.Username, "commands": names})
			check(err)
			fmt.Println("ready", string(line))
		case received.Type == "INTERACTION_CREATE":
			var used interaction
			check(json.Unmarshal(received.Data, &used))
			answer(used)
			isAnswered = true
		}
	}
	message := websocket.FormatCloseMessage(websocket.CloseNormalClosure, "")
	check(connection.WriteMessage(websocket.CloseMessage, message))
}
