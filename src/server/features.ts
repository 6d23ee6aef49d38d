import type { Contract } from '../contract/console/index.ts';
import type { IntakeCalls } from '../contract/open/index.ts';
import { access } from './access/feature.ts';
import { callRecords } from './call-records/feature.ts';
import { captures } from './captures/feature.ts';
import { clients } from './clients/feature.ts';
import { custody } from './custody-feature/feature.ts';
import { drafts } from './drafts/feature.ts';
import { erasures } from './erasures/feature.ts';
import { evidence } from './evidence/feature.ts';
import { explorer } from './explorer/feature.ts';
import type { Deps } from './feature/deps.ts';
import type { Feature } from './feature/feature.ts';
import type { HandledTwice, Unhandled } from './feature/handled.ts';
import { feed } from './feed/feature.ts';
import { feedback } from './feedback/feature.ts';
import { fileHistory } from './file-history/feature.ts';
import { hints } from './hints/feature.ts';
import { invoices } from './invoices/feature.ts';
import { lists } from './lists/feature.ts';
import { loginLogs } from './login-logs/feature.ts';
import { marks } from './marks/feature.ts';
import { messages } from './messages/feature.ts';
import { metrics } from './metrics/feature.ts';
import { notarizations } from './notarizations/feature.ts';
import { notes } from './notes/feature.ts';
import { officeCredentials } from './office-credentials/feature.ts';
import { onlineEvidence } from './online-evidence/feature.ts';
import { openDocs } from './open-docs/feature.ts';
import { orders } from './orders/feature.ts';
import { points } from './points/feature.ts';
import { queues } from './queues/feature.ts';
import { presence } from './presence/feature.ts';
import { recordings } from './recordings/feature.ts';
import { records } from './records/feature.ts';
import { releases } from './releases/feature.ts';
import { sandbox } from './sandbox/feature.ts';
import { search } from './search/feature.ts';
import { session } from './session/feature.ts';
import { sharing } from './sharing/feature.ts';
import { signed } from './signed/feature.ts';
import { singleSignOn } from './single-sign-on/feature.ts';
import { systemStatus } from './system-status/feature.ts';
import { timeline } from './timeline/feature.ts';
import { todo } from './todo/feature.ts';
import { trail } from './trail/feature.ts';
import { users } from './users/feature.ts';
import { verification } from './verification/feature.ts';
import { views } from './views/feature.ts';
import { webhooks } from './webhooks/feature.ts';
import { witnesses } from './witnesses/feature.ts';
import { workbench } from './workbench/feature.ts';

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
