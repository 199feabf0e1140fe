// Reads games with taktician's own parser: an array of PTN in JSON on standard input, an array of
// what was read on standard output. It is built inside a clone of taktician, as one of its commands.

package main

import (
	"encoding/json"
	"os"
	"strings"

	"github.com/nelhage/taktician/ptn"
)

type read struct {
	Error    string   `json:"error"`
	Tags     int      `json:"tags"`
	Moves    []string `json:"moves"`
	Comments []string `json:"comments"`
	Results  []string `json:"results"`
	End      string   `json:"end"`
}

func readGame(text string) (read read) {
	game, err := ptn.ParsePTN(strings.NewReader(text))
	if err != nil {
		read.Error = err.Error()
		return read
	}
	read.Tags = len(game.Tags)
	for _, op := range game.Ops {
		switch op := op.(type) {
		case *ptn.Move:
			read.Moves = append(read.Moves, ptn.FormatMove(op.Move))
		case *ptn.Comment:
			read.Comments = append(read.Comments, op.Comment)
		case *ptn.Result:
			read.Results = append(read.Results, op.Result)
		}
	}
	end, err := game.PositionAtMove(0, 0)
	if err != nil {
		read.Error = err.Error()
		return read
	}
	read.End = ptn.FormatTPS(end)
	return read
}

func main() {
	var texts []string
	if err := json.NewDecoder(os.Stdin).Decode(&texts); err != nil {
		panic(err)
	}
	games := make([]read, len(texts))
	for i, text := range texts {
		games[i] = readGame(text)
	}
	if err := json.NewEncoder(os.Stdout).Encode(games); err != nil {
		panic(err)
	}
}
