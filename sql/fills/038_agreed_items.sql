-- The lock is that of lock_workspace, which rejects a workspace that is being removed.
with locked as materialized (
  select w.id from corkboard.workspaces w where w.id = $1 and w.removed_at is null for no key update),
batch as materialized (
  select p.id from locked l join corkboard.projects p on p.workspace_id = l.id and p.id > $2 order by p.id limit 200),
filled as materialized (
  select b.id, corkboard.add_agreed_items($1, b.id)::text as added from batch b)
select f.id from filled f where f.added is not null order by f.id desc limit 1
