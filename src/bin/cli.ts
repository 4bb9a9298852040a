import { readConfig } from '../config.ts';
import { main } from '../operator/main.ts';

process.exitCode = await main(process.argv.slice(2), readConfig, console);
