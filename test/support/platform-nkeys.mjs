// Lets nkeys.js use the platform's Ed25519. Its own, in JavaScript, would take a tenth of a second for the keys and logins of each suite's bus.
import { createPrivateKey, createPublicKey, sign } from 'node:crypto';
import { createRequire } from 'node:module';

const fromNats = createRequire(import.meta.resolve('nats'));
fromNats('nkeys.js');
const { getEd25519Helper, setEd25519Helper } = fromNats('nkeys.js/lib/helper.js');

/** What precedes the 32 bytes of a seed in a PKCS #8 key. */
const pkcs8 = Buffer.from('302e020100300506032b657004220420', 'hex');

setEd25519Helper({
  ...getEd25519Helper(),
  fromSeed: (seed) => {
    const publicKey = createPublicKey(privateKeyOf(seed))
      .export({ format: 'der', type: 'spki' })
      .subarray(-32);
    return { publicKey, secretKey: Buffer.concat([seed, publicKey]) };
  },
  sign: (data, secretKey) => sign(null, data, privateKeyOf(secretKey.subarray(0, 32))),
});

function privateKeyOf(seed) {
  return createPrivateKey({ key: Buffer.concat([pkcs8, seed]), format: 'der', type: 'pkcs8' });
}
