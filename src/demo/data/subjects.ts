import type { UserType } from '../../domain/business/codes/users.ts';
import { enterpriseOf, homeOf, officeOf, personOf, type Enterprise, type Person } from './people.ts';
import { seeded } from './random.ts';

/** What a user submits about themselves: the row's texts, and the people on its pictures. */
export interface Subject {
  readonly name: string;
  readonly idCard: string;
  /** An enterprise's agent; empty for a person. */
  readonly contactName: string;
  readonly address: string;
  readonly taxNumber: string;
  readonly legalPerson: string;
  /** The person on the identity card: the user, or an enterprise's agent. */
  readonly holder: Person;
  readonly enterprise: Enterprise | null;
}

/** The data of a user. A supplementary submission (`repair`) reports a new address, and for every other enterprise a new legal person. */
export function subjectOf(type: UserType, index: number, kind: 'first' | 'repair'): Subject {
  return type === 'personal' ? personalSubject(index, kind) : enterpriseSubject(index, kind);
}

function personalSubject(index: number, kind: 'first' | 'repair'): Subject {
  const person = personOf(index);
  const holder = kind === 'first' ? person : { ...person, ...homeOf(seeded('moved', index)) };
  const { name, idCard, address } = holder;
  return { name, idCard, contactName: '', address, taxNumber: '', legalPerson: '', holder, enterprise: null };
}

function enterpriseSubject(index: number, kind: 'first' | 'repair'): Subject {
  const founded = enterpriseOf(index);
  const moved = {
    address: officeOf(founded.city, seeded('moved', 'enterprise', index)),
    ...(index % 2 === 0 ? { legalPerson: personOf(index + 7000).name } : {}),
  };
  const enterprise = kind === 'first' ? founded : { ...founded, ...moved };
  const holder = personOf(index + 2000);
  const { name, creditCode: taxNumber, address, legalPerson } = enterprise;
  return { name, idCard: holder.idCard, contactName: holder.name, address, taxNumber, legalPerson, holder, enterprise };
}
