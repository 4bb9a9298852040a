create or replace function corkboard.party_snapshot(p_workspace uuid, p_project uuid) returns json
language plpgsql stable
as $$
declare
  v_project corkboard.projects;
begin
  select * into v_project from corkboard.projects p where p.workspace_id = p_workspace and p.id = p_project;
  return case when found then corkboard.client_parties(p_workspace, v_project.client_id, v_project.name) end;
end
$$;
comment on function corkboard.party_snapshot(uuid, uuid) is
  'The parties as a document for the client would name them now: the project, sender and recipient, the locale and time zone that format amounts and dates, how prices are taxed by default, the client''s language, and why an invoice without tax has none.';
