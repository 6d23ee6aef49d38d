import { roleScreens } from '../access/accounts/roles/screens.ts';
import { accountScreens } from '../access/accounts/screens.ts';
import { clientScreens } from '../office/clients/screens.ts';
import { erasureScreens } from '../business/erasures/screens.ts';
import { evidenceScreens } from '../business/evidence/screens.ts';
import { feedbackScreens } from '../business/feedback/screens.ts';
import { invoiceScreens } from '../business/invoices/screens.ts';
import { loginLogScreens } from '../access/login-logs/screens.ts';
import { messageScreens } from '../kit/messages/screens.ts';
import { notarizationScreens } from '../business/notarizations/screens.ts';
import { officeScreens } from '../office/office-credentials/screens.ts';
import { onlineEvidenceScreens } from '../business/online-evidence/screens.ts';
import { orderScreens } from '../business/orders/screens.ts';
import { pointsScreens } from '../business/points/screens.ts';
import { releaseScreens } from '../business/releases/screens.ts';
import { systemScreens } from '../office/system-status/screens.ts';
import { trailScreens } from '../office/trail/screens.ts';
import { userScreens } from '../business/users/screens.ts';
import { webhookScreens } from '../office/webhooks/screens.ts';
import { witnessScreens } from '../office/witnesses/screens.ts';
import { workbenchScreens } from '../office/workbench/screens.ts';
import { matchPath } from '../kit/screen/match-path.ts';
import type { Screen } from '../kit/screen/screen.ts';

/** Every screen. An address belongs to only one of them. */
export const screens: readonly Screen[] = [
  ...workbenchScreens,
  ...messageScreens,
  ...userScreens,
  ...erasureScreens,
  ...pointsScreens,
  ...evidenceScreens,
  ...notarizationScreens,
  ...releaseScreens,
  ...feedbackScreens,
  ...orderScreens,
  ...invoiceScreens,
  ...onlineEvidenceScreens,
  ...clientScreens,
  ...webhookScreens,
  ...roleScreens,
  ...accountScreens,
  ...loginLogScreens,
  ...trailScreens,
  ...officeScreens,
  ...witnessScreens,
  ...systemScreens,
];

/** The screen of an address, and the values of its parameters. */
export function matchScreen(path: string): { screen: Screen; params: Readonly<Record<string, string>> } | undefined {
  for (const screen of screens) {
    const params = matchPath(screen.path, path);
    if (params) return { screen, params };
  }
  return undefined;
}
