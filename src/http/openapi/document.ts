import type { OpenAPIObject } from 'openapi3-ts/oas31';
import { about, groups } from '../about.ts';
import { schemas } from './components.ts';
import { headers } from './headers.ts';
import { paths } from './operations.ts';
import { webhooks } from './webhooks.ts';

/** The version of the API, which is not the program's version. */
const version = '1.0.0';

/** The description of the API, derived from the catalogue, the records and the events, at its public address. */
export function openApiDocument(serverUrl: string): OpenAPIObject {
  return {
    openapi: '3.1.0',
    info: {
      title: about.title,
      version,
      description: about.description,
      license: { name: 'MIT', identifier: 'MIT' },
      contact: { name: about.title },
    },
    servers: [{ url: serverUrl }],
    tags: Object.values(groups),
    paths: paths(),
    webhooks: webhooks(),
    components: {
      schemas: schemas(),
      headers,
      securitySchemes: {
        key: {
          type: 'http',
          scheme: 'bearer',
          description:
            'A key of the workspace, `crk_…`, made by a person in the app under Settings, API keys. It reads every client and amount of its workspace: keep it like a password.',
        },
      },
    },
  };
}
