import type { OidcProvider } from '@tidemark/testing';
import { startOidcProvider } from '@tidemark/testing';
import { TOTP } from 'otpauth';
import type { Browser } from 'playwright-core';
import { describeWithBrowser, launchBrowser } from '../test-support/browser';
import type { Standalone } from '../test-support/standalone';
import { startStandalone } from '../test-support/standalone';
import type { ConsolePage } from './console-page';
import { openConsolePage } from './console-page';
import { signsInAgainAtProvider, signsInAgainWithPasskey } from './flows/sign-in-again-flow';
import { PASSWORD, setUp, setupPath, signIn } from './entry';

const ACCOUNT = '/project/1/settings/account';

/** A code can be used only once. A code for a later time step within the accepted window has not been used yet. */
function codeOf(secret: string, stepsAhead = 0): string {
  return new TOTP({ secret }).generate({ timestamp: Date.now() + stepsAhead * 30_000 });
}

describeWithBrowser('signing in to the console', () => {
  let provider: OidcProvider;
  let product: Standalone;
  let browser: Browser;
  let visit: ConsolePage;
  /** Passkeys need a host name, not an IP address. */
  let origin: string;
  let codes: readonly string[] = [];

  beforeAll(async () => {
    provider = await startOidcProvider();
    [product, browser] = await Promise.all([
      startStandalone({
        env: {
          OIDC_ISSUER: provider.issuer,
          OIDC_CLIENT_ID: provider.clientId,
          OIDC_CLIENT_SECRET: provider.clientSecret,
          OIDC_ALLOW_PRIVATE_ENDPOINTS: '1',
          OIDC_BUTTON_LABEL: 'Continue with Example',
          OIDC_CREATE_USERS: '1',
        },
      }),
      launchBrowser(),
    ]);
    origin = product.url.replace('127.0.0.1', 'localhost');
    visit = await openConsolePage(browser, origin, { expectedStatuses: [400, 403] });
    await setUp(visit.page, setupPath(product));
  });
  beforeEach(() => product.requireRunning());
  afterEach(() => {
    const isProvider = (fault: string): boolean =>
      fault.startsWith(`foreign request: ${provider.issuer}`);
    expect(visit.faults().filter((fault) => !isProvider(fault))).toEqual([]);
  });
  afterAll(async () => {
    await visit.close();
    await browser.close();
    await product.stop();
    await provider.stop();
  });

  const signOut = async (): Promise<void> => {
    await visit.context.clearCookies();
    await visit.page.goto('/login');
  };
  const storeCodes = async (): Promise<void> => {
    const { page } = visit;
    const text = await page.getByLabel('Recovery codes', { exact: true }).textContent();
    codes = (text ?? '').split('\n');
    expect(codes).toHaveLength(10);
    await page.getByRole('button', { name: 'I have stored them' }).click();
  };

  it('adds an authenticator app, and accepts its code and a recovery code, each only once', async () => {
    const { page } = visit;
    await page.goto(ACCOUNT);
    await page.getByRole('button', { name: 'Add an app' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('img', { name: 'QR code of the secret' }).waitFor();
    const secret = (await dialog.getByLabel('Secret', { exact: true }).textContent()) ?? '';
    const plain = secret.replaceAll(/\s/g, '');
    expect(plain).toMatch(/^[A-Z2-7]{32}$/);
    await visit.checkAccessibility();
    await dialog.getByRole('textbox', { name: 'Code' }).fill('000000');
    await dialog.getByLabel('Your password').fill(PASSWORD);
    await dialog.getByRole('button', { name: 'Add it' }).click();
    await dialog.getByText('This code is wrong').waitFor();
    await dialog.getByRole('textbox', { name: 'Code' }).fill(codeOf(plain));
    await dialog.getByRole('button', { name: 'Add it' }).click();
    await storeCodes();
    await page.getByText('10 left').waitFor();
    await visit.checkAccessibility();

    await signOut();
    await signIn(page);
    await page.getByRole('heading', { name: 'Second factor' }).waitFor();
    await visit.checkAccessibility();
    await page.getByRole('textbox', { name: 'Code' }).fill('000000');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('This code is wrong, or was used before.').waitFor();
    await page.getByRole('textbox', { name: 'Code' }).fill(codeOf(plain, 1));
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.waitForURL(/\/project\/1\//);

    await signOut();
    await signIn(page);
    await page.getByRole('textbox', { name: 'Code' }).fill(codes[0] ?? '');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.waitForURL(/\/project\/1\//);

    await page.goto(ACCOUNT);
    await page.getByText('9 left').waitFor();
    await page.getByRole('button', { name: 'Remove the app' }).click();
    await page
      .getByRole('dialog')
      .getByRole('textbox', { name: 'Code' })
      .fill(codes[1] ?? '');
    await page.getByRole('dialog').getByLabel('Your password').fill(PASSWORD);
    await page.getByRole('dialog').getByRole('button', { name: 'Remove it' }).click();
    await page.getByText('Removed your authenticator app.').waitFor();
  });

  it('adds a passkey, and signs in with it without a password, and after a password', async () => {
    const { page } = visit;
    const debuggee = await visit.context.newCDPSession(page);
    await debuggee.send('WebAuthn.enable');
    await debuggee.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    await page.goto(ACCOUNT);
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Laptop');
    await dialog.getByLabel('Your password').fill(PASSWORD);
    await visit.checkAccessibility();
    await dialog.getByRole('button', { name: 'Continue in the browser' }).click();
    await storeCodes();
    await page.getByRole('row', { name: /Laptop.*not yet/ }).waitFor();

    await signOut();
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await page.waitForURL(/\/project\/1\//);

    await signOut();
    await signIn(page);
    await page.getByRole('heading', { name: 'Second factor' }).waitFor();
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await page.waitForURL(/\/project\/1\//);

    await page.goto(ACCOUNT);
    await page.getByRole('row', { name: /Laptop/ }).waitFor();
    expect(await page.getByText('not yet').count()).toBe(0);
    await visit.checkAccessibility();
    await signsInAgainWithPasskey(visit);
  });

  it('lets members without a second factor only add one if the organization requires it', async () => {
    const { page } = visit;
    await page.goto('/project/1/settings/members');
    const rule = page.getByLabel('Members must use a second factor');
    await rule.check();
    await page.getByText('A second factor is now required.').waitFor();
    await visit.checkAccessibility();
    await signOut();
    await page.getByRole('button', { name: 'Continue with Example' }).click();
    await page.getByLabel('Account').fill('bea-1|bea@example.com');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('heading', { name: 'Add a second factor' }).waitFor();
    await page.goto('/project/1/sql');
    await page.waitForURL(/\/second-factor\?next=/);
    await visit.checkAccessibility();
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    const dialog = page.getByRole('dialog');
    // No password is asked for, because the user has just signed in.
    expect(await dialog.getByLabel('Your password').count()).toBe(0);
    await dialog.getByLabel('Name').fill('Phone');
    await dialog.getByRole('button', { name: 'Continue in the browser' }).click();
    await storeCodes();
    await page.getByRole('button', { name: 'Open the console' }).click();
    await page.waitForURL(/\/project\/1\/sql/);
    await signsInAgainAtProvider(visit, 'bea-1|bea@example.com', codes[0] ?? '');
  });

  it('shows errors of the provider on the sign-in page', async () => {
    const { page } = visit;
    await signOut();
    await page.getByRole('button', { name: 'Continue with Example' }).click();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('The sign-in was cancelled at the provider').waitFor();
    expect(page.url()).toBe(`${origin}/login`);
    await visit.checkAccessibility();
    await page.getByRole('button', { name: 'Continue with Example' }).click();
    await page.getByLabel('Account').fill('eve|eve@example.com|no');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('has not verified your email address').waitFor();
  });
});
