-- An unchanged deliverable keeps its row, and so the references to it. Equal titles keep their rows in order.
create or replace function corkboard.sync_deliverables(p_workspace uuid, p_project uuid, p_titles text[]) returns void
language plpgsql
as $$
begin
  with wanted as (
    select t.title, t.position::integer, row_number() over (partition by t.title order by t.position) as nth
      from unnest(p_titles) with ordinality as t (title, position)
  ), present as (
    select d.id, d.title, row_number() over (partition by d.title order by d.position) as nth
      from corkboard.project_deliverables d
     where d.workspace_id = p_workspace and d.project_id = p_project
  ), gone as (
    delete from corkboard.project_deliverables d
     using present p left join wanted w using (title, nth)
     where d.workspace_id = p_workspace and d.id = p.id and w.title is null
  ), kept as (
    update corkboard.project_deliverables d set position = w.position
      from present p join wanted w using (title, nth)
     where d.workspace_id = p_workspace and d.id = p.id and d.position <> w.position
  )
  insert into corkboard.project_deliverables (workspace_id, project_id, position, title)
  select p_workspace, p_project, w.position, w.title
    from wanted w left join present p using (title, nth)
   where p.id is null
   order by w.position;
end
$$;
comment on function corkboard.sync_deliverables(uuid, uuid, text[]) is
  'Makes the project''s deliverables equal to the titles, in their order. Unchanged ones keep their rows.';
