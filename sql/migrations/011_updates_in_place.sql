-- An index of what is pending made PostgreSQL enter the row anew in every index when its delivery was settled. Without it the row
-- is updated in place, wherever there is room for it on its page: half of the page, where many were made at once.
-- What is pending is looked for when an endpoint is turned off, among its deliveries, and by whoever asks for the backlog.
drop index corkboard.webhook_deliveries_pending;
alter table corkboard.webhook_deliveries set (fillfactor = 50);
