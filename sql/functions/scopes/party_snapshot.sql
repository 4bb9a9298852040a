create or replace function corkboard.party_snapshot(p_workspace uuid, p_project uuid) returns json
language plpgsql stable
as $$
begin
  return (
    select row_to_json(d) from (
      select p.name as "projectName",
             (select row_to_json(f) from (select w.name, w.letterhead, w.locale, w.time_zone as "timeZone") f) as "from",
             (select row_to_json(t) from (select c.name, c.company, c.contact_name as "contactName", c.address) t) as "to"
        from corkboard.projects p
        join corkboard.workspaces w on w.id = p_workspace
        join corkboard.clients c on c.workspace_id = p_workspace and c.id = p.client_id
       where p.workspace_id = p_workspace and p.id = p_project) d);
end
$$;
comment on function corkboard.party_snapshot(uuid, uuid) is
  'The parties as a document for the client would name them now: the project, sender and recipient, and the locale and time zone that format amounts and dates.';
