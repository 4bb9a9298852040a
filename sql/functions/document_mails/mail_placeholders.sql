-- src/documents/mailTexts.ts has the same list.
create or replace function corkboard.mail_placeholders() returns text[]
language sql immutable
as $$ select '{client,workspace,project,title,number,amount,due}'::text[] $$;
comment on function corkboard.mail_placeholders() is
  'What may stand in braces in the texts with which emails to clients begin, besides {link} in the text.';
