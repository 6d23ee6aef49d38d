/** What the secrets of an endpoint are sealed under. */
export function secretName(webhookId: string): string {
  return `webhook/${webhookId}`;
}
