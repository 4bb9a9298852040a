import type { OpenAPIObject } from 'openapi3-ts/oas31';
import { schemas } from './components.ts';
import { headers } from './headers.ts';
import { paths, tags } from './operations.ts';
import { eventsTag, webhooks } from './webhooks.ts';

/** The version of the API (spec: Versioning), which is not the program's. */
const version = '1.0.0';

/** The description of the API, derived from the catalogue, the records and the events. `serverUrl` is where clients find it. */
export function openApiDocument(serverUrl: string): OpenAPIObject {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Corkboard',
      version,
      description:
        'The work of an agency or freelancer: clients, projects, scopes, revision rounds, time, notes, invoices and estimates of one workspace. Every write makes a draft; a person sends, signs and pays in the app.\n\nText is trimmed first and then measured, in code points. None may contain NUL or half of a surrogate pair.',
      license: { name: 'MIT', identifier: 'MIT' },
      contact: { name: 'Corkboard' },
    },
    servers: [{ url: serverUrl }],
    tags: [...Object.values(tags), eventsTag],
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
