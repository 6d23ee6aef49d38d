import { accessNodes, type Permission } from '../../../domain/business/access/access.ts';

/** The letter after G that opens a page of the menu. Some are digits, because there are more pages than letters. */
const letters: Partial<Record<Permission, string>> = {
  'user:enterprise': 'e',
  'user:individual': 'i',
  'user:balance': 'b',
  'user:integral': 'p',
  'user:erasure': '8',
  'evidence:enterprise': 'c',
  'evidence:personal': 's',
  'notarization:list': 'a',
  'online:web': 'w',
  'online:process': 'r',
  'online:move': 'm',
  'finance:order': 'o',
  'finance:charge': 'u',
  'finance:invoice': 'f',
  'app:version': 'v',
  'app:feedback': 'k',
  'open:client': 'd',
  'open:webhook': 'y',
  'authority:role': 'j',
  'authority:account': 'z',
  'authority:log': 'l',
  'authority:userLog': 'q',
  'authority:trail': 't',
  'office:credentials': 'x',
  'custody:witness': 'g',
  'system:status': '9',
};

/** By the id of a page in the menu. */
export const pageLetters: ReadonlyMap<string, string> = new Map(
  accessNodes.flatMap(({ id, permission }) => {
    const letter = permission === undefined ? undefined : letters[permission as Permission]; // the tree's own strings
    return letter === undefined ? [] : [[String(id), letter]];
  }),
);
