// The health check of the container: 0 if the server, the database and the storage answer. The image has no shell and no curl.
const answer = await fetch(`http://127.0.0.1:${process.env.PORT ?? 8080}/readyz`, { signal: AbortSignal.timeout(4000) }).catch(
  (error) => error,
);
if (answer.ok !== true) {
  console.error(answer.status === undefined ? String(answer.cause ?? answer) : `${answer.status} ${await answer.text()}`);
  process.exit(1);
}
