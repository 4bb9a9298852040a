import { addNote } from './addNote.ts';
import { createClient } from './createClient.ts';
import { createProject } from './createProject.ts';
import type { Operation } from './define.ts';
import { draftInvoice } from './draftInvoice.ts';
import { draftScope } from './draftScope.ts';
import { getProject } from './getProject.ts';
import { getWorkspace } from './getWorkspace.ts';
import { listClients } from './listClients.ts';
import { listInvoices } from './listInvoices.ts';
import { listProjects } from './listProjects.ts';
import { logRevision } from './logRevision.ts';
import { logTime } from './logTime.ts';

/** The twelve operations, in the specification's order of tools. Every surface is derived from this list. */
export const catalogue: readonly Operation[] = [
  getWorkspace,
  listClients,
  createClient,
  listProjects,
  getProject,
  createProject,
  draftScope,
  logRevision,
  logTime,
  listInvoices,
  draftInvoice,
  addNote,
];
