import type { Readable } from 'node:stream';

/** The lines of a text, without their ends. In the text of COPY every row is one: line feeds and tabs inside of a value are escaped. */
export async function* linesOf(text: Readable): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of text.setEncoding('utf8') as AsyncIterable<string>) {
    const lines = `${rest}${chunk}`.split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
}
