import { z } from 'zod';
import { prepared, sql } from '../../database/pool.ts';
import { send } from '../../http/answer.ts';
import type { Handler } from '../../http/handler.ts';
import { asUuid } from '../../vocabulary/id.ts';
import type { ConsoleResources } from '../requests/console.ts';
import { PageError } from '../requests/pageError.ts';
import { hashOf } from '../sessions/session.ts';

const Row = z.object({ image: z.string() });

/**
 * The headers of a logo. Its address contains its SHA-256, so it never changes. Browsers show it as an image and as nothing else.
 */
const headers = {
  'Cache-Control': 'private, max-age=31536000, immutable',
  'Content-Security-Policy': `default-src 'none'; sandbox`,
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
};

/**
 * The handler of logos, which members and the clients who got a document see. Only documents contain the address, and only
 * someone who has the image could guess it.
 */
export function logoHandler({ database }: ConsoleResources): Handler {
  return async (req, res) => {
    const { workspace = '', sha256 = '' } = req.params;
    const workspaceId = asUuid(workspace);
    if (workspaceId === null || !/^[0-9a-f]{64}$/.test(sha256)) throw noLogo();
    const hash = hashOf(req.path);
    const tenant = database.tenants.of(hash, workspaceId);
    const found = await database.forClient(req.deadline, tenant).maybeOne(
      prepared(sql.type(Row)`
        select encode(l.bytes, 'base64') as image
          from corkboard.find_logo(${workspaceId}::uuid, ${sql.binary(Buffer.from(sha256, 'hex'))}) l (bytes)`),
    );
    database.tenants.put(hash, found === null ? undefined : workspaceId);
    if (found === null) throw noLogo();
    send(req, res, 200, Buffer.from(found.image, 'base64'), 'image/png', headers);
  };
}

const noLogo = () => new PageError(404, 'noFile');
