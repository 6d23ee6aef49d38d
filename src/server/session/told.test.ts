import { expect, it } from 'vitest';
import { testApp } from '../../../test/house/app.ts';

const house = testApp({ OFFICE_NAME: '某某市公证处', PUBLIC_URL: 'https://notary.example' });

it('tells the console the office and the verification address that its PDFs name', async () => {
  const admin = await house.signIn('admin@example.com');
  expect((await admin.get('/api/User/getAdminInfo')).data).toMatchObject({ office_name: '某某市公证处', verify_url: 'https://notary.example/verify?number={number}' });
});
