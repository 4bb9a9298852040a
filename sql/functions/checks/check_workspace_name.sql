-- Names of workspaces are in emails and at sign-in, also of people who did not choose them. src/actions/fields.ts has the same rule.
create or replace function corkboard.check_workspace_name(p_field text, p_name text) returns void
language plpgsql strict
as $$
begin
  perform corkboard.check_text(p_field, p_name, 120);
  if p_name ~ '[\u0001-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]' collate "C" then
    perform corkboard.reject_field(p_field, 'must be one line, without control characters or marks that change the direction of text');
  end if;
end
$$;
comment on function corkboard.check_workspace_name(text, text) is
  'Rejects with validation a name of a workspace that is blank, longer than 120 characters, or not one line of plain text.';
