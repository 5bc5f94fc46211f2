"""What runs unasked, and heals: boards, roles, posts, and who has left."""
