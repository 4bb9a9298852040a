package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"log"
	"net/http"
	"os"
	"strconv"
	"strings"
	"time"
)

// genuine reports whether a request comes from Corkboard and is recent. body is the raw bytes.
func genuine(body []byte, header http.Header, secret string, now time.Time) bool {
	timestamp := header.Get("X-Service-Timestamp")
	seconds, err := strconv.ParseUint(timestamp, 10, 40)
	if err != nil || now.Sub(time.Unix(int64(seconds), 0)).Abs() > 300*time.Second {
		return false
	}
	mac := hmac.New(sha256.New, []byte(secret))
	io.WriteString(mac, timestamp+".")
	mac.Write(body)
	expected := "v1=" + hex.EncodeToString(mac.Sum(nil))
	for _, given := range strings.Split(header.Get("X-Service-Signatures"), ",") {
		if hmac.Equal([]byte(given), []byte(expected)) {
			return true
		}
	}
	return false
}

func receive(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 1<<20))
	if err != nil || !genuine(body, r.Header, os.Getenv("CORKBOARD_SECRET"), time.Now()) {
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	if err := enqueue(body); err != nil {
		w.WriteHeader(http.StatusInternalServerError)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}

func main() {
	if os.Getenv("CORKBOARD_SECRET") == "" {
		log.Fatal("CORKBOARD_SECRET is not set.")
	}
	http.HandleFunc("/corkboard", receive)
	log.Fatal(http.ListenAndServe(":"+os.Getenv("PORT"), nil))
}
