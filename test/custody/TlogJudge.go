// An independent verifier of notes, cosignatures and consistency proofs: golang.org/x/mod/sumdb, in Debian golang-golang-x-mod-dev.
//
//	judge log ORIGIN SIZE SIZE ...   a new log: its vkey, then one add-checkpoint body for each size, from the previous one,
//	                                 each after a line with its length in bytes
//	judge check < case               a case is JSON: {note, logKey, cosigner, old: {size, root}, proof}; prints what is valid
package main

import (
	"bytes"
	"crypto/ed25519"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"os"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

func main() {
	switch os.Args[1] {
	case "log":
		grow(os.Args[2], os.Args[3:])
	case "check":
		check()
	}
}

type hashes []tlog.Hash

func (h hashes) ReadHashes(indexes []int64) ([]tlog.Hash, error) {
	var list []tlog.Hash
	for _, index := range indexes {
		list = append(list, h[index])
	}
	return list, nil
}

func grow(origin string, sizes []string) {
	secret, vkey, err := note.GenerateKey(rand.Reader, origin)
	must(err)
	signer, err := note.NewSigner(secret)
	must(err)
	fmt.Println(vkey)
	var stored hashes
	var size, old int64
	for _, word := range sizes {
		next, err := strconv.ParseInt(word, 10, 64)
		must(err)
		for ; size < next; size++ {
			more, err := tlog.StoredHashes(size, []byte(fmt.Sprintf("leaf %d", size)), stored)
			must(err)
			stored = append(stored, more...)
		}
		root, err := tlog.TreeHash(size, stored)
		must(err)
		signed, err := note.Sign(&note.Note{Text: fmt.Sprintf("%s\n%d\n%s\n", origin, size, root)}, signer)
		must(err)
		var body bytes.Buffer
		fmt.Fprintf(&body, "old %d\n", old)
		if old > 0 && old < size {
			proof, err := tlog.ProveTree(size, old, stored)
			must(err)
			for _, hash := range proof {
				fmt.Fprintln(&body, hash)
			}
		}
		fmt.Fprintf(&body, "\n%s", signed)
		fmt.Println(body.Len())
		os.Stdout.Write(body.Bytes())
		old = size
	}
}

// cosigner verifies signatures of type 0x04.
type cosigner struct {
	name string
	hash uint32
	key  ed25519.PublicKey
}

func (c cosigner) Name() string    { return c.name }
func (c cosigner) KeyHash() uint32 { return c.hash }
func (c cosigner) Verify(msg, sig []byte) bool {
	if len(sig) != 8+ed25519.SignatureSize {
		return false
	}
	time := binary.BigEndian.Uint64(sig)
	return ed25519.Verify(c.key, []byte(fmt.Sprintf("cosignature/v1\ntime %d\n%s", time, msg)), sig[8:])
}

func readCosigner(vkey string) cosigner {
	parts := strings.SplitN(vkey, "+", 3)
	key, err := base64.StdEncoding.DecodeString(parts[2])
	must(err)
	if len(key) != 33 || key[0] != 4 {
		fail("not an Ed25519 cosigner: " + vkey)
	}
	sum := sha256.Sum256([]byte(parts[0] + "\n" + string(key)))
	if fmt.Sprintf("%x", sum[:4]) != parts[1] {
		fail("another id: " + vkey)
	}
	return cosigner{parts[0], binary.BigEndian.Uint32(sum[:4]), key[1:]}
}

type head struct {
	Size int64
	Root string
}

func check() {
	var given struct {
		Note, LogKey, Cosigner string
		Old                    *head
		Proof                  []string
	}
	must(json.NewDecoder(os.Stdin).Decode(&given))
	logKey, err := note.NewVerifier(given.LogKey)
	must(err)
	signed, err := note.Open([]byte(given.Note), note.VerifierList(logKey, readCosigner(given.Cosigner)))
	if err != nil {
		fmt.Println("note:", err)
		return
	}
	for _, signature := range signed.Sigs {
		fmt.Printf("signed by %s %08x\n", signature.Name, signature.Hash)
	}
	if given.Old == nil {
		return
	}
	lines := strings.Split(signed.Text, "\n")
	size, err := strconv.ParseInt(lines[1], 10, 64)
	must(err)
	root, err := tlog.ParseHash(lines[2])
	must(err)
	old, err := tlog.ParseHash(given.Old.Root)
	must(err)
	var proof tlog.TreeProof
	for _, word := range given.Proof {
		hash, err := tlog.ParseHash(word)
		must(err)
		proof = append(proof, hash)
	}
	if err := tlog.CheckTree(proof, size, root, given.Old.Size, old); err != nil {
		fmt.Println("consistency:", err)
		return
	}
	fmt.Println("consistent")
}

func must(err error) {
	if err != nil {
		fail(err.Error())
	}
}

func fail(reason string) {
	fmt.Fprintln(os.Stderr, reason)
	os.Exit(1)
}
