import type { Random } from './random.ts';
import type { Workspace } from './workspace.ts';

/** How a caller reaches the service. */
export type Door = 'rest' | 'tool';

/** One thing that a caller wants done once, and what it heard of it. */
export interface Write {
  /** In the record's text, and in no other record's: by it the database is asked. */
  marker: string;
  operation: string;
  /** As a tool takes it: a path's id is one of the arguments. */
  input: Record<string, unknown>;
  workspace: Workspace;
  door: Door;
  /** Whether the caller repeats it until it is acknowledged, or gives up when an answer is lost. */
  isPatient: boolean;
  /** The bodies of all answers that acknowledged it. */
  bodies: string[];
  /** Where the service said no, though nothing speaks against the write. */
  refusal?: string;
}

type Draft = Pick<Write, 'operation' | 'input'>;

/** What can be written: how likely, whether the workspace has what it takes, and the input that carries the marker. */
const drafts: {
  weight: number;
  from: 'clients' | 'projects' | 'undrafted' | null;
  make: (marker: string, id: string, random: Random) => Draft;
}[] = [
  { weight: 4, from: null, make: name => ({ operation: 'createClient', input: { name } }) },
  {
    weight: 2,
    from: 'clients',
    make: (name, clientId) => ({ operation: 'createProject', input: { clientId, name } }),
  },
  {
    weight: 2,
    from: 'undrafted',
    make: (timeline, id) => ({
      operation: 'draftScope',
      input: { id, deliverables: ['Logo', 'Website'], timeline, priceCents: 100_000 },
    }),
  },
  {
    weight: 5,
    from: 'projects',
    make: (description, id, random) => ({
      operation: 'logRevision',
      input: { id, description, classify: random.chance(0.4) },
    }),
  },
  {
    weight: 2,
    from: 'projects',
    make: (description, id) => ({ operation: 'logTime', input: { id, minutes: 45, description } }),
  },
  { weight: 2, from: 'projects', make: (body, id) => ({ operation: 'addNote', input: { id, body } }) },
  {
    weight: 4,
    from: 'projects',
    make: (poNumber, projectId, random) => ({
      operation: 'draftInvoice',
      input: {
        projectId,
        poNumber,
        kind: random.chance(0.8) ? 'invoice' : 'estimate',
        amountCents: random.between(1, 1_000_000),
        ...(random.chance(0.5) ? { dueDate: '2099-12-31' } : {}),
      },
    }),
  },
];

/** What a caller writes next. A project whose scope it drafts is nobody else's to draft. */
export function nextWrite(marker: string, workspace: Workspace, random: Random): Write {
  const possible = drafts.filter(({ from }) => from === null || workspace[from].length > 0);
  const { from, make } = random.pick(
    possible.flatMap(draft => Array<typeof draft>(draft.weight).fill(draft)),
  );
  const id = from === null ? '' : random.pick(workspace[from]);
  if (from === 'undrafted') workspace.undrafted.splice(workspace.undrafted.indexOf(id), 1);
  const door = random.chance(0.6) ? 'rest' : 'tool';
  const isPatient = random.chance(0.8);
  return { marker, ...make(marker, id, random), workspace, door, isPatient, bodies: [] };
}

/** Makes an acknowledged write known to those who build on it. */
export function learn({ workspace, operation, input }: Write, body: string): void {
  const record = JSON.parse(body);
  if (operation === 'createClient') workspace.clients.push(record.client.id);
  if (operation === 'createProject') {
    workspace.projects.push(record.project.id);
    workspace.undrafted.push(record.project.id);
  }
  if (operation === 'draftScope') workspace.drafted.push(String(input.id));
  if (operation === 'draftInvoice') workspace.invoices.push(record.invoice.id);
}
