import { generate } from 'selfsigned';

/** A certificate with its key, in PEM. */
export interface Certificate {
  key: string;
  cert: string;
}

interface CertificateOptions {
  /** The certificate that signs it. By default it is self-signed. */
  by?: Certificate;
  /** Whether it is a certificate authority, which may sign others. */
  authority?: boolean;
  /** The start and end of its validity, by default yesterday and tomorrow. */
  from?: Date;
  until?: Date;
}

const dayMs = 86_400_000;

/** A certificate for a name. */
export async function certificate(
  name: string,
  { by, authority = false, from, until }: CertificateOptions = {},
): Promise<Certificate> {
  const { private: key, cert } = await generate([{ name: 'commonName', value: name }], {
    keyType: 'ec',
    algorithm: 'sha256',
    notBeforeDate: from ?? days(-1),
    notAfterDate: until ?? days(1),
    extensions: [
      { name: 'basicConstraints', cA: authority, critical: true },
      ...(authority
        ? [{ name: 'keyUsage' as const, keyCertSign: true, cRLSign: true, critical: true }]
        : [{ name: 'subjectAltName' as const, altNames: [{ type: 2 as const, value: name }] }]),
    ],
    ...(by && { ca: by }),
  });
  return { key, cert };
}

/** A certificate followed by the one that signed it, as a server sends them. */
export const chain = (leaf: Certificate, by: Certificate): Certificate => ({
  key: leaf.key,
  cert: `${leaf.cert}\n${by.cert}`,
});

/** The time a number of days from now. */
export const days = (count: number) => new Date(Date.now() + count * dayMs);
