import { captureAccepts, captureDevices } from '../../domain/business/rules/capture.ts';
import { typedAddress } from '../../domain/kit/text/typed-address.ts';
import { exitCodes, readWords, type Command } from './command.ts';
import { waitFor } from './wait.ts';
import { resolveOwner } from './owner.ts';
import { UsageError } from './usage-error.ts';

export const capture: Command = {
  name: 'capture',
  usage: 'URL [--user ID] [--title TEXT] [--label TEXT] [--accept page|as_is] [--device desktop|mobile] [--id UNIQUE_ID] [--wait]',
  summary: 'have a web page opened and kept',
  async run(context) {
    const words = readWords(context, { values: ['user', 'title', 'label', 'accept', 'device', 'id'], flags: ['wait'] });
    const [given = ''] = words.positionals;
    const url = typedAddress(given) ?? given;
    const isUnclear = typedAddress(given) === null && /https?:\/\//i.test(given);
    if (isUnclear || !URL.canParse(url))
      throw new UsageError(`${given} is no address: leave only the address, and give --title for a title`);
    if (url !== given) context.note(`the address is ${url}`);
    const [client, settings] = [await context.client(), await context.settings()];
    const [label, unique_id] = [words.value('label'), words.value('id')];
    const accept = oneOf(captureAccepts, 'accept', words.value('accept'));
    const device = oneOf(captureDevices, 'device', words.value('device'));
    const made = await client.createCapture({
      user_id: await resolveOwner(client, settings, words.value('user')),
      url,
      title: words.value('title') ?? new URL(url).host,
      ...(label === undefined ? {} : { label }),
      ...(accept === undefined ? {} : { accept }),
      ...(device === undefined ? {} : { device }),
      ...(unique_id === undefined ? {} : { unique_id }),
    });
    if (words.flag('wait')) return waitFor(context, made.baoquan_no);
    context.print(made, `${made.baoquan_no}  ${made.status}`);
    return exitCodes.done;
  },
};

function oneOf<Word extends string>(words: readonly Word[], name: string, given: string | undefined): Word | undefined {
  if (given === undefined) return undefined;
  const known = words.find((word) => word === given);
  if (known === undefined) throw new UsageError(`--${name} is ${words.join(' or ')}`);
  return known;
}
