import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

// Kept compiled, the code is there in 160 ms instead of 260: a person waits for it at every call.
// Not in the system's shared temporary folder, where other users could replace the code.
enableCompileCache(join(import.meta.dirname, '../../node_modules/.cache/corkboard'));
const { main } = await import('../operator/main.ts');
const { readConfig } = await import('../config.ts');
process.exitCode = await main(process.argv.slice(2), readConfig, console);
