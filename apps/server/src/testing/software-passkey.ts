import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

const USER_PRESENT = 0x01;
const HAS_KEY = 0x40;

/** The credential that a browser sends in response to a passkey request. */
export interface PasskeyResponse {
  readonly id: string;
  readonly rawId: string;
  readonly type: 'public-key';
  readonly response: Readonly<Record<string, unknown>>;
}

const sha256 = (text: string | Buffer) => createHash('sha256').update(text).digest();
const base64url = (bytes: Buffer) => bytes.toString('base64url');

function twoBytes(number: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(number);
  return bytes;
}

/** Returns a P-256 key as a COSE key in CBOR. */
function coseKey(publicKey: KeyObject): Buffer {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const coordinate = (label: number, value: string) =>
    Buffer.concat([Buffer.from([label, 0x58, 32]), Buffer.from(value, 'base64url')]);
  return Buffer.concat([Buffer.from('a5010203262001', 'hex'), coordinate(0x21, x), coordinate(0x22, y)]);
}

/** A passkey with its browser, which signs the server's options for one origin. */
export class SoftwarePasskey {
  readonly id: Buffer;
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  readonly #origin: string;
  /** The signature counter. A copied key would continue with an old count. */
  counter = 0;

  constructor(origin: string, idLength = 32) {
    this.#origin = origin;
    this.id = randomBytes(idLength);
  }

  #authenticatorData(flags: number, rest = Buffer.alloc(0)): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.counter);
    return Buffer.concat([sha256(new URL(this.#origin).hostname), Buffer.from([flags]), counter, rest]);
  }

  #answer(response: Record<string, unknown>): PasskeyResponse {
    const id = base64url(this.id);
    return { id, rawId: id, type: 'public-key', response };
  }

  /** Returns the response to the options of a registration. */
  register(challenge: string): PasskeyResponse {
    const credential = Buffer.concat([
      Buffer.alloc(16),
      twoBytes(this.id.length),
      this.id,
      coseKey(this.#keys.publicKey),
    ]);
    const data = this.#authenticatorData(USER_PRESENT | HAS_KEY, credential);
    const attestation = Buffer.concat([
      Buffer.from('a363666d74646e6f6e656761747453746d74a0686175746844617461', 'hex'),
      Buffer.from([0x59]),
      twoBytes(data.length),
      data,
    ]);
    return this.#answer({
      clientDataJSON: base64url(this.#clientData('webauthn.create', challenge)),
      attestationObject: base64url(attestation),
      transports: ['internal'],
    });
  }

  /** Returns the response to the options of a login. */
  sign(challenge: string): PasskeyResponse {
    this.counter += 1;
    const data = this.#authenticatorData(USER_PRESENT);
    const client = this.#clientData('webauthn.get', challenge);
    const signature = sign('sha256', Buffer.concat([data, sha256(client)]), this.#keys.privateKey);
    return this.#answer({
      clientDataJSON: base64url(client),
      authenticatorData: base64url(data),
      signature: base64url(signature),
    });
  }

  #clientData(type: string, challenge: string): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin: this.#origin, crossOrigin: false }));
  }
}
