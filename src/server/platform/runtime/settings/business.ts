import { z } from 'zod';
import { knownHolidays, readHolidays } from '../../../../domain/kit/text/working-days.ts';
import { fee, flag, price, seconds, text, whole } from './forms.ts';
import { Setting } from './setting.ts';

/** Business rules and prices. */
export const businessSettings = {
  /** The operator who did the first review of an invoice may not issue it. */
  invoiceFourEyes: flag('INVOICE_FOUR_EYES', true),
  /** Evidence and online evidence (`web`, `process`, `move`) in points; the rest in fen. */
  prices: {
    evidence: price('PRICE_EVIDENCE', 1),
    web: price('PRICE_WEB', 5),
    process: price('PRICE_PROCESS', 10),
    move: price('PRICE_MOVE', 5),
    pointFen: fee('PRICE_POINT_FEN', 100),
    notarizationFen: fee('PRICE_NOTARIZATION_FEN', 10_000),
    notarizationPieceFen: price('PRICE_NOTARIZATION_PIECE_FEN', 2000),
  },
  /** Claims of cases: how long one lasts unless it is renewed, and with all renewals; how many of a kind an operator holds at once. */
  claims: {
    seconds: seconds('NOTARIZATION_CLAIM_SECONDS', 600),
    longestSeconds: seconds('CLAIM_LONGEST_SECONDS', 7200),
    most: whole('CLAIMS_PER_OPERATOR', 10, { min: 1 }),
  },
  /** The office's abbreviation in the numbers of its documents. */
  notarialWord: text('NOTARIAL_WORD', '存', z.string().trim().min(1).max(10)),
  /** An application passes only once its reviewer has opened each of its pieces. */
  notarialMustOpen: flag('NOTARIAL_MUST_OPEN', false),
  holidays: new Setting(
    'HOLIDAYS',
    z
      .string()
      .default(knownHolidays)
      .transform((days, context) => {
        const holidays = readHolidays(days);
        if (holidays) return holidays;
        context.addIssue('must be days such as 2026-10-01..2026-10-07 (free) and +2026-10-10 (worked)');
        return z.NEVER;
      }),
  ),
};
