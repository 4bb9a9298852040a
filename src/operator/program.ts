import { Argument, Command } from 'commander';
import type { Config } from '../config.ts';
import { help } from './help.ts';
import { nouns } from './nouns.ts';
import { perform } from './perform.ts';
import { print } from './print.ts';
import type { Noun, Verb } from './verb.ts';

/** Where a command's answer and its complaints are shown, a text at a time. */
export type Screen = Pick<Console, 'log' | 'error'>;

/**
 * The operator's command. Everything that ends it early is thrown; wrong usage is commander's own error.
 * `configuration` is called only if a command runs: help doesn't need it.
 */
export function program(configuration: () => Config, screen: Screen): Command {
  const corkboard = new Command('corkboard')
    .usage('<noun> <verb> …')
    .description('What a person does in the app, by command.')
    .option('--json', 'print one JSON document and nothing else')
    .helpCommand(false)
    .configureHelp(help)
    .configureOutput({
      outputError: () => {},
      writeErr: () => {},
      writeOut: text => screen.log(text.trimEnd()),
    })
    .exitOverride();
  for (const noun of nouns) {
    const group = corkboard.command(noun.name).usage('<verb> …').helpCommand(false);
    for (const verb of noun.verbs) addVerb(group, noun, verb, configuration, screen);
  }
  return corkboard;
}

function addVerb(group: Command, noun: Noun, verb: Verb, configuration: () => Config, screen: Screen): void {
  const command = group
    .command(verb.name)
    .description(verb.summary)
    .helpGroup(`${noun.name}: ${noun.summary}`);
  const parameters = verb.parameters ?? [];
  for (const parameter of parameters) {
    if (parameter instanceof Argument) command.addArgument(parameter);
    else command.addOption(parameter);
  }
  command.action(async () => {
    const given = [...command.processedArgs];
    const values = parameters.map(parameter =>
      parameter instanceof Argument ? given.shift() : command.getOptionValue(parameter.attributeName()),
    );
    const [picked, taken] = verb.select?.(values) ?? [verb, values];
    const answer = await perform(configuration(), picked, taken);
    screen.log(command.optsWithGlobals().json ? answer : print(JSON.parse(answer), picked, noun));
  });
}
