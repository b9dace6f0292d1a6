// An OpenID Connect provider for tests, which runs as a process of its own and prints its URL. The sign-in page accepts
// any account: `subject`, or `subject|address|no` for an email address that is not verified, or
// `subject|address|yes|mfa` for a sign-in with several factors.
import { createServer } from 'node:http';
import process from 'node:process';
import { URL, URLSearchParams } from 'node:url';
import Provider from 'oidc-provider';

const CLIENT = { id: 'tidemark', secret: 'a secret of the tests' };

const server = createServer();
server.listen(0, '127.0.0.1', () => {
  const issuer = `http://127.0.0.1:${server.address().port}`;
  const provider = createProvider(issuer);
  const serve = provider.callback();
  server.on('request', (request, response) => {
    const path = new URL(request.url, issuer).pathname;
    if (!path.startsWith('/interaction/')) return serve(request, response);
    const answer = request.method === 'POST' ? finish : ask;
    answer(provider, request, response).catch((error) => {
      response.writeHead(500).end(String(error));
    });
  });
  process.stdout.write(`${issuer}\n`);
});

function createProvider(issuer) {
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: ['http://127.0.0.1/login'],
        response_types: ['code'],
        grant_types: ['authorization_code'],
      },
    ],
    cookies: { keys: ['a key of the tests'] },
    claims: {
      openid: ['sub', 'amr'],
      email: ['email', 'email_verified'],
      profile: ['given_name', 'family_name'],
    },
    features: { devInteractions: { enabled: false } },
    pkce: { required: () => true },
    findAccount: (_context, id) => ({ accountId: id, claims: () => claimsOf(id) }),
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    // Sessions last one second, so that each sign-in asks for the account again: tests sign in as several people.
    ttl: { Session: 1, Interaction: 600, Grant: 600, AccessToken: 600, IdToken: 600 },
  });
  // The port of the product under test is not yet known here, so the redirect URI is checked by a pattern.
  provider.Client.prototype.redirectUriAllowed = (uri) =>
    /^http:\/\/(?:127\.0\.0\.1|localhost):\d+\/login$/.test(uri);
  return provider;
}

/** By subject: the text that was last entered on the sign-in page. */
const accounts = new Map();

function claimsOf(sub) {
  const [, email = sub, verified = 'yes', factors] = (accounts.get(sub) ?? sub).split('|');
  return {
    sub,
    email,
    email_verified: verified === 'yes',
    given_name: 'Bea',
    family_name: 'Example',
    ...(factors === undefined ? {} : { amr: [factors] }),
  };
}

async function ask(_provider, request, response) {
  response.writeHead(200, { 'content-type': 'text/html' }).end(`<!doctype html><html lang="en">
<title>Example provider</title><h1>Example provider</h1><form method="post" action="${request.url}">
<label>Account <input name="account"></label> <button>Continue</button>
<button name="cancel" value="1">Cancel</button></form></html>`);
}

async function finish(provider, request, response) {
  let body = '';
  for await (const chunk of request) body += chunk;
  const form = new URLSearchParams(body);
  if (form.has('cancel')) {
    const error = { error: 'access_denied', error_description: 'The person pressed Cancel' };
    return provider.interactionFinished(request, response, error);
  }
  const account = form.get('account') ?? '';
  const [accountId] = account.split('|');
  accounts.set(accountId, account);
  const grant = new provider.Grant({ accountId, clientId: CLIENT.id });
  grant.addOIDCScope('openid email profile');
  const result = { login: { accountId }, consent: { grantId: await grant.save() } };
  return provider.interactionFinished(request, response, result);
}
