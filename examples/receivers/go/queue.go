package main

import "fmt"

// enqueue stands for your own code, which stores the event before it returns, unless its id is stored already.
func enqueue(body []byte) error {
	fmt.Println(string(body))
	return nil
}
