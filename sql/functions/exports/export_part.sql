create or replace function corkboard.export_part(p_workspace uuid, p_export uuid, p_number integer) returns bytea
language plpgsql
as $$
begin
  perform corkboard.enter_workspace(p_workspace);
  return (
    select p.bytes from corkboard.export_parts p
      join corkboard.exports e on e.workspace_id = p_workspace and e.id = p_export and e.state = 'finished'
     where p.workspace_id = p_workspace and p.export_id = p_export and p.number = p_number);
end
$$;
comment on function corkboard.export_part(uuid, uuid, integer) is
  'A part of the file of a finished export; null if there is none with this number.';
