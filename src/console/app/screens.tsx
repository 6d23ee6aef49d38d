import { roleScreens } from '../access/roles/screens.ts';
import { accountScreens } from '../access/screens.ts';
import { clientScreens } from '../clients/screens.ts';
import { erasureScreens } from '../erasures/screens.ts';
import { evidenceScreens } from '../evidence/screens.ts';
import { feedbackScreens } from '../feedback/screens.ts';
import { invoiceScreens } from '../invoices/screens.ts';
import { loginLogScreens } from '../login-logs/screens.ts';
import { messageScreens } from '../messages/screens.ts';
import { notarizationScreens } from '../notarizations/screens.ts';
import { officeScreens } from '../office/screens.ts';
import { onlineEvidenceScreens } from '../online-evidence/screens.ts';
import { orderScreens } from '../orders/screens.ts';
import { pointsScreens } from '../points/screens.ts';
import { releaseScreens } from '../releases/screens.ts';
import { systemScreens } from '../system/screens.ts';
import { trailScreens } from '../trail/screens.ts';
import { userScreens } from '../users/screens.ts';
import { webhookScreens } from '../webhooks/screens.ts';
import { witnessScreens } from '../witnesses/screens.ts';
import { workbenchScreens } from '../workbench/screens.ts';
import { matchPath } from '../screen/match-path.ts';
import type { Screen } from '../screen/screen.ts';

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

/** Old addresses and where they redirect. */
export const redirects: Readonly<Record<string, string>> = { '/app/index': '/app/version' };

/** The screen of an address, and the values of its parameters. */
export function matchScreen(path: string): { screen: Screen; params: Readonly<Record<string, string>> } | undefined {
  for (const screen of screens) {
    const params = matchPath(screen.path, path);
    if (params) return { screen, params };
  }
  return undefined;
}
