export interface ServerEvent {
  readonly name: string;
  readonly data: string;
}

/** The events of a stream as they arrive. */
export async function* eventsOf(response: Pick<Response, 'body'>): AsyncGenerator<ServerEvent> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const part = await reader?.read();
    if (!part || part.done) return;
    const blocks = (rest + part.value).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) yield eventOf(block);
  }
}

function eventOf(block: string): ServerEvent {
  const fields = new Map(block.split('\n').map((line): [string, string] => [line.split(':', 1)[0] ?? '', line.replace(/^[^:]*: ?/, '')]));
  return { name: fields.get('event') ?? 'message', data: fields.get('data') ?? '' };
}
