import { sql } from 'kysely';
import { afterAll, expect, it } from 'vitest';
import { testApp } from '../../../../test/installation/app.ts';
import { operators } from '../../../../test/installation/factories/access.ts';
import { startIdentityProvider } from '../../../../test/installation/servers/identity-provider.ts';
import { providerBrowser } from '../../../../test/installation/servers/provider-browser.ts';

const provider = await startIdentityProvider();
afterAll(() => provider.stop());
const scope = 'openid profile email offline_access';
const installation = testApp({ PUBLIC_URL: 'http://localhost', OIDC_SCOPE: scope, OIDC_CHECK_SECONDS: '300', ...provider.environment });
const make = operators(installation);
const { signInThere } = providerBrowser(installation, provider);

async function signedIn() {
  const { username, id } = await make.holding();
  return { ...installation.as((await signInThere(username)).token), username, id };
}
/** Ages the provider's last answer beyond its validity. */
const age = () => installation.db.updateTable('session_identity').set({ checked_at: sql<Date>`now() - interval '1 hour'` }).execute();

it('the last answer of the provider holds for the time that is set, and no longer', async () => {
  const by = await signedIn();
  const before = await provider.set({});
  for (let call = 0; call < 3; call += 1) expect(await by.get('/api/User/getAdminInfo')).toMatchObject({ code: 200 });
  expect((await provider.set({})).userinfo).toBe(before.userinfo);
  await age();
  for (let call = 0; call < 3; call += 1) expect(await by.get('/api/User/getAdminInfo')).toMatchObject({ code: 200 });
  expect((await provider.set({})).userinfo).toBe(before.userinfo + 1);
});

it('an access token that has run out is renewed once for calls that come together, and the session goes on', async () => {
  await provider.set({ seconds: 2 });
  const by = await signedIn();
  await provider.set({ seconds: 3600 });
  await age();
  const before = await provider.set({});
  const answers = await Promise.all(Array.from({ length: 10 }, () => by.get('/api/User/getAdminInfo')));
  expect(answers.map(({ code }) => code)).toEqual(answers.map(() => 200));
  expect((await provider.set({})).token).toBe(before.token + 1);
});

it('whoever is disabled there gets no new token: the session ends', async () => {
  await provider.set({ seconds: 2 });
  const by = await signedIn();
  await provider.set({ disabled: [by.username] });
  await age();
  expect(await by.get('/api/User/getAdminInfo')).toMatchObject({ code: 403, message: '账号被禁用' });
  expect(await by.get('/api/User/getAdminInfo')).toMatchObject({ code: 401 });
});
