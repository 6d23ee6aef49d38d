-- Comments that were hard to read, said again. Nothing else changes.

comment on table list_declared is 'Which lists have counters, and what is counted of their tables.';
comment on table list_term_delta is
  'Changes of list_term that are not moved into it yet. A statement writes up to a thousand pieces in one row, so that many pieces '
  'are cheap.';
comment on table stored_object is
  'The result of the last scrub of every object of the store. An object gets its row in the transaction that first names it. '
  'Therefore "never checked", "whole", "damaged" and "missing" differ, and an object that was never uploaded has no row.';
comment on table unnamed_object is
  'Stored files that no row names, left by calls that failed between the file and the transaction. A job marks them, and removes '
  'them after a day unless the same content was stored again. A call that stores the content removes the mark first, or waits until'
  ' the removal is over.';
comment on table evidence_timestamp is
  'RFC 3161 tokens over the manifest of one evidence (its entry in the log), for evidence that asked for one.';
comment on table log_anchor is
  'Transactions of an EVM chain that hold the root of a checkpoint. If a transaction failed on the chain, its anchor ends, its row '
  'stays, and the next checkpoint is anchored.';
comment on table log_timestamp is 'RFC 3161 tokens over checkpoints, one for each. If many wait, the newest is requested first.';
comment on table office_certificate is
  'Certificates that the office signs with. Each is an entry of the log (decision 0015), so that the key of the log vouches for '
  'them.';
comment on table share_address is
  'The public address of an evidence, at most one. It is printed on certificates, so it lasts until it is revoked.';
comment on table payment is 'Notices of the payment gateway that were accepted. A trade is paid once, even if its notice arrives twice.';
comment on table download_history is 'Who downloaded which file. A batch has one row for each number in it.';
comment on table notarial_document_file is
  'The two files of a document: complete, and with the applicant''s number masked for people who may not see it. Each is signed, '
  'and its hash is in the log.';
comment on table app_upload is
  'Uploads of Android packages that are not finished. An upload has its own stage; only a package that a version names goes into '
  'the store.';
comment on table app_upload_piece is
  'The accepted pieces of an upload, in the order of their bytes. Their files are in its stage, named by hash.';
comment on table list_view is 'Saved views of lists: a name with filters, columns and density, for one operator or for a role.';
comment on table draft is
  'Forms and reviews that were begun, encrypted for the operator who began them. A draft ends with the decision, or after 7 days.';
comment on table session_identity is
  'Sessions that began at the identity provider, and the token with which the provider is asked whether they are still valid.';
comment on table message is
  'Messages to operators: a reference and a kind. The text is made when it is read, and shows only what its reader may see.';
comment on table note is 'Operators'' notes on an object. Rows are only added.';
comment on table presence is 'Which operator looks at which object, until a lease ends.';
comment on table event_anchored is
  'The size of the log up to which events said that evidence is anchored, so that each is said once, even if the configuration '
  'changes.';
comment on table webhook_attempt is
  'Attempts of delivery and their answers. A partition holds the events of one day, and is dropped with them.';
comment on table call_record is 'Calls of clients in the last 30 days, written in batches up to a second after the call.';
comment on table office_credential_list is
  'The list of all credentials after each change. Each is an entry of the log, and the file credentials.json of packages, byte for '
  'byte.';
comment on table mark is 'Not-before marks, each for one evidence. A mark that is not used is deleted some days after it expired.';
comment on table object_digest is 'SHA-512 of stored files, from the scrub, for the renewal of hashes.';
comment on table record_tree is
  'Hash trees of RFC 4998 with one RFC 3161 token over the root. A tree covers the evidence of a day, tokens whose certificate '
  'ends, or the evidence of a day under another hash.';
comment on table witness_cosignature is
  'Cosignatures, verified before they are stored. Of old checkpoints the lines are deleted, except for one checkpoint a day; who '
  'cosigned and when is kept.';
comment on table witness_line is 'When the next round of cosignatures is due. The server that moves the time does the round.';
comment on table sm2_signature is
  'SM2 signatures over PDFs of the store. A signature that the signer could not make at once is made later.';
comment on table server is
  'Servers and workers that run. Each renews its row every ten seconds and deletes it when it ends; the row of a killed one is '
  'deleted after a day.';
comment on table restore_drill is 'Test restores of backups, on a copy, and their results.';
comment on table erasure is 'Requests to erase a user''s personal data, who decided them, and how far each is carried out.';
comment on table evidence_upload is
  'Files of evidence that are being uploaded. A row is deleted some time after its file became evidence, or after no more of it '
  'came.';
comment on table credential is 'Who may call the intake: clients of the office, and enterprises once they are approved.';
comment on column admin_login.username is
  'The username of the account at that time; for an unknown account, the text that was typed. A trigger writes it.';
comment on column admin_login.way is 'How the attempt was made. For a failed attempt, the last step that it reached.';
comment on column session.written_to is
  'The position of the database''s log after the session''s last change. A replica answers the session only if it has reached it.';
comment on column credential.previous_key is 'The key that was replaced last. It is valid, like the present one, until `previous_until`.';
comment on column certificate.edition is
  'Counts the files of one certificate, from 1. A new edition is issued if the file is lost or damaged, or if a timestamp can be '
  'added. Rows never change, and the highest edition is valid.';
comment on column evidence.shown_in is
  'The list that shows it: the list of its owner''s type, or none of the two if it was collected online. Their counters use it.';
comment on column download_history.order_id is 'The application of a document; null for other files.';
comment on column event.place is
  'When the event was numbered, in microseconds since 1970, and higher than the number before. The event''s ID is made of it. After'
  ' a restore the feed continues after all that was read.';
comment on column event.app_id is 'The client whose endpoint the event is about; null for other events.';
comment on column webhook_delivery.claims is
  'Counts how often the delivery was claimed. A worker changes nothing if another has claimed it since.';
comment on column call_record.app_id is 'An existing client. There is no foreign key, because it would look up each row again.';
comment on column sandbox_turn.account_id is 'The disabled account in whose name the sandbox decides.';
comment on column office_credential.picture_sha256 is 'A JPEG in the store, drawn from the uploaded picture.';
comment on column office_credential.replaces is 'The credential that this one replaces.';
comment on column evidence_upload.claim_app is 'The client whose call makes evidence of the upload.';
comment on column evidence_upload.claims is
  'How many requests of that call are running. If their server was killed, a repetition of the call continues and other calls are '
  'refused.';
comment on function list_sum(text, text, date, date, int) is 'Like list_total, for the first or the second sum.';
comment on function list_term_sum(text, text, int) is 'Like list_term_total, for the first or the second sum.';
comment on function list_seek(text, text, bigint, date, date) is
  'Where a page begins, newest first. The row after `skip` others is the row after `rest` others before `until`. It adds up months,'
  ' then the days of one month; with days, only those days. If the row is within a counted day, `since` and `n` say when that day '
  'begins and how many rows it has, so that a page can be read from the nearer end of the day.';
comment on function beginning_terms(text, text[]) is
  'The first one, two and three characters of the first field, which has at least three: with the scope alone, and with the scope '
  'and the second field (''personal:A1'' and ''personal/stored:A1'').';
comment on function numbered_terms(text, text[]) is
  'Like search_terms, but the first field is an ASCII number, of which only the pieces of three characters are taken. Eleven digits'
  ' that may be a mobile, and eight that may be a day, are one more piece, except at the beginning of the number.';
comment on function search_terms(text, text[]) is
  'All pieces of one and two characters of each field, and of three ASCII characters, in lower case (ASCII only). Each begins with '
  'the scope, the value of the facet under which keywords are searched, so that hits of other values are not read.';
comment on function recount_list(text) is
  'Counts a list from its rows, when it is declared and after a bulk load with disabled triggers.';
comment on function write_list_triggers(text) is
  'Writes the triggers that keep a list''s counters: count_<list>_insert, _update, _delete and _truncate. A migration that changes '
  'their text calls it again.';
comment on function note_objects(jsonb) is
  'Inserts the rows of stored_object for objects that a transaction names. An object that was damaged or missing and is stored '
  'again is due for a check at once.';
comment on function points_held(bigint, text, text) is 'The points that the running calls of a user hold, except for one call.';
comment on function spend_points(text, bigint, text[], bigint[], text[]) is
  'Deducts points for a business, one price for each user and reference. The caller has locked the balances and checked that they '
  'suffice.';
comment on function keep_evidence(given_evidence[], bytea[], bytea[], int[], timestamptz) is
  'Makes evidence of the elements of `given` at `places`: its rows, its entries for the log and its rows of the trail. `entries[i]`'
  ' and `details[i]` belong to `given[i]`; the details are stored in the database only.';
comment on function keep_orders(json, bytea[], bytea[], bigint, timestamptz) is
  'Makes evidence of orders, once for each unique ID and for one price, and returns the outcome of each: ''kept''; ''repeated'' '
  'with the first answer; ''conflict''; or the reason of a refusal: ''revoked'', ''unknown'', ''unverified'', ''short'', '
  '''changed'' (the manifest names another holder than the user''s row). The unique IDs of the orders differ. Points that other '
  'calls hold are not spent, and a call that holds its points comes before a call that does not.';
comment on function order_by_urgency() is
  'Sets the value that orders the list, which runs from the highest to the lowest. Rows with a deadline come first, the nearest one'
  ' highest; the others follow by their own time.';
comment on function emit_evidence_created() is 'Emits the event when the main file of an evidence is stored, for every way of making it.';
comment on function forget_call_records(date) is
  'Empties the partitions of call_record in which all rows are older than a day, corrects the counters, and returns the number of '
  'rows. If a partition was reused after a long pause and has newer rows too, only the old rows are deleted.';
comment on function refuse_unless_erasing() is
  'Like refuse_change, except that an erasure decided by two people may replace personal words in some columns, in its own '
  'transaction.';
comment on function without_words(text, text[]) is 'The text with 已删除 in place of each of the words.';
comment on function without_words_json(jsonb, text[], text[]) is
  'The same for the texts in a JSON value: words anywhere in a text, and names where they are the whole text.';
comment on function without_numbers(text, text) is 'The text with 已删除 in place of every match of the regular expression.';
