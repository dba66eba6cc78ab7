import { applicationTest } from './application-test.ts';
import { importMarketplace, type Marketplace } from './marketplace.ts';
import { beginSignedIn } from './session.ts';

/** The `test` of a file, see applicationTest, over these records and with a `page` that is signed in. */
export function signedInTest(marketplace: Marketplace) {
  return applicationTest()
    .extend('marketplace', { scope: 'file', auto: true }, ({ application }) =>
      importMarketplace(application, marketplace),
    )
    .extend('signedIn', { auto: true }, ({ page, application }) => beginSignedIn(page, application));
}
