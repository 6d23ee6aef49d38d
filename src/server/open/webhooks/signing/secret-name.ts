/** The vault name under which an endpoint's secrets are sealed. */
export function secretName(webhookId: string): string {
  return `webhook/${webhookId}`;
}
