import { exitCodes, readWords, type Command } from './command.ts';
import { UsageError } from './usage-error.ts';

export const packageCommand: Command = {
  name: 'package',
  usage: 'NUMBER -o FILE',
  summary: 'the evidence package (zip), once it is complete; before, ends with 2',
  async run(context) {
    const words = readWords(context, { values: ['output'] });
    const path = words.value('output');
    if (path === undefined) throw new UsageError('where to? say -o FILE');
    const [number = ''] = words.positionals;
    const answer = await (await context.client()).getPackage({ baoquan: number }, { signal: context.signal });
    if (answer.state !== 'ready') {
      context.print(answer, `${number}  ${answer.state}`);
      return exitCodes.undetermined;
    }
    const saved = await answer.saveTo(path);
    context.print({ file: path, ...saved }, `${path}  ${saved.sizeBytes} bytes  ${saved.sha256}`);
    return exitCodes.done;
  },
};
