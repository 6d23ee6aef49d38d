import type { Contract } from '../contract/console/index.ts';
import type { IntakeCalls } from '../contract/open/index.ts';
import { access } from './access/accounts/feature.ts';
import { loginLogs } from './access/login-logs/feature.ts';
import { session } from './access/session/feature.ts';
import { singleSignOn } from './access/single-sign-on/feature.ts';
import { captures } from './business/captures/feature.ts';
import { clients } from './business/clients/feature.ts';
import { erasures } from './business/erasures/feature.ts';
import { evidence } from './business/evidence/feature.ts';
import { feedback } from './business/feedback/feature.ts';
import { hints } from './business/hints/feature.ts';
import { invoices } from './business/invoices/feature.ts';
import { marks } from './business/marks/feature.ts';
import { notarizations } from './business/notarizations/feature.ts';
import { onlineEvidence } from './business/online-evidence/feature.ts';
import { orders } from './business/orders/feature.ts';
import { points } from './business/points/feature.ts';
import { recordings } from './business/recordings/feature.ts';
import { releases } from './business/releases/feature.ts';
import { sandbox } from './business/sandbox/feature.ts';
import { users } from './business/users/feature.ts';
import type { Deps } from './deps.ts';
import { callRecords } from './desk/call-records/feature.ts';
import { drafts } from './desk/drafts/feature.ts';
import { fileHistory } from './desk/file-history/feature.ts';
import { lists } from './desk/lists/feature.ts';
import { messages } from './desk/messages/feature.ts';
import { notes } from './desk/notes/feature.ts';
import { presence } from './desk/presence/feature.ts';
import { queues } from './desk/queues/feature.ts';
import { search } from './desk/search/feature.ts';
import { timeline } from './desk/timeline/feature.ts';
import { todo } from './desk/todo/feature.ts';
import { trail } from './desk/trail/feature.ts';
import { views } from './desk/views/feature.ts';
import type { Feature } from './feature.ts';
import { feed } from './open/feed/feature.ts';
import { openDocs } from './open/open-docs/feature.ts';
import { signed } from './open/signed/feature.ts';
import { webhooks } from './open/webhooks/feature.ts';
import { metrics } from './overview/metrics/feature.ts';
import { systemStatus } from './overview/system-status/feature.ts';
import { workbench } from './overview/workbench/feature.ts';
import { custody } from './publishing/custody/feature.ts';
import { explorer } from './publishing/explorer/feature.ts';
import { officeCredentials } from './publishing/office-credentials/feature.ts';
import { records } from './publishing/records/feature.ts';
import { sharing } from './publishing/sharing/feature.ts';
import { verification } from './publishing/verification/feature.ts';
import { witnesses } from './publishing/witnesses/feature.ts';

/** Every feature of the server, once, in the order of the menu. The workbench and the todo numbers follow this order. */
export const features = [
  session,
  singleSignOn,
  users,
  erasures,
  hints,
  points,
  evidence,
  marks,
  notarizations,
  captures,
  recordings,
  onlineEvidence,
  orders,
  invoices,
  releases,
  feedback,
  clients,
  callRecords,
  webhooks,
  access,
  loginLogs,
  trail,
  officeCredentials,
  witnesses,
  systemStatus,
  notes,
  messages,
  timeline,
  presence,
  fileHistory,
  todo,
  search,
  workbench,
  queues,
  views,
  verification,
  records,
  explorer,
  openDocs,
  sharing,
  drafts,
  custody,
  feed,
  metrics,
  sandbox,
  lists,
  signed,
] as const satisfies readonly ((deps: Deps) => Feature)[];

/** These do not compile while a call of a contract has no handler or has two; the compiler's error names the call. */
({}) satisfies Record<Unhandled<typeof features, Contract, 'routes'> | Unhandled<typeof features, IntakeCalls, 'openRoutes'>, never>;
({}) satisfies Record<HandledTwice<typeof features, 'routes'> | HandledTwice<typeof features, 'openRoutes'>, never>;

/** The names of the handlers in one table of a feature, or of a union of features. */
type Handled<Of, Table extends string> = Of extends (deps: never) => infer Made
  ? Made extends { readonly [Key in Table]: infer Handlers }
    ? keyof Handlers
    : never
  : never;

/** The names of the calls that no feature of the list handles. */
type Unhandled<List extends readonly unknown[], Calls, Table extends string> = Exclude<keyof Calls, Handled<List[number], Table>>;

/** The names of the calls that two features of the list handle. */
type HandledTwice<List extends readonly unknown[], Table extends string, Before = never> = List extends readonly [
  infer First,
  ...infer Rest,
]
  ? (Handled<First, Table> & Before) | HandledTwice<Rest, Table, Before | Handled<First, Table>>
  : never;
