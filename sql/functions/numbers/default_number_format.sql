create or replace function corkboard.default_number_format(p_kind text) returns text
language sql immutable
return case p_kind when 'invoice' then 'INV-' when 'estimate' then 'EST-' else 'CN-' end || '{number:4}';
comment on function corkboard.default_number_format(text) is
  'The format of the numbers of a kind of documents, unless the workspace has chosen another one.';
