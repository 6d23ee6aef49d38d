import type { Readable } from 'node:stream';

/** The lines of a text, without line ends. In COPY text a row is one line, because line feeds and tabs within a value are escaped. */
export async function* linesOf(text: Readable): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of text.setEncoding('utf8') as AsyncIterable<string>) {
    const lines = `${rest}${chunk}`.split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
}
