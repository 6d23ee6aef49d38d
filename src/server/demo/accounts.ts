/** The demo's operators (intake, last section). They exist where the demo data do, never in production. */
export const demoAccounts = {
  password: 'Demo2026',
  usernames: ['admin@example.com', 'reviewer@example.com', 'notary@example.com', 'notary2@example.com', 'finance@example.com', 'cashier@example.com'],
} as const;
