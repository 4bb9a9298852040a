-- src/mail/mailKinds.ts has the same list. Estimates and reminders are sent as invoices, with texts of their own.
create or replace function corkboard.mail_templates() returns text[]
language sql immutable
as $$ select '{invoice,credit_note,estimate,scope,contract,reminder,change_order,statement,portal}'::text[] $$;
comment on function corkboard.mail_templates() is
  'The kinds of emails to clients for which there are texts.';
