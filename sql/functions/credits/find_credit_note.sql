create or replace function corkboard.find_credit_note(p_workspace uuid, p_number text) returns uuid
language plpgsql stable
as $$
begin
  return (select n.id from corkboard.credit_notes n where n.workspace_id = p_workspace and corkboard.number_in_path(n.number) = p_number);
end
$$;
comment on function corkboard.find_credit_note(uuid, text) is 'The id of the credit note with a number as addresses have it (number_in_path); null: there is none.';
